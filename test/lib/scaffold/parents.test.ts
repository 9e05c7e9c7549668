import { camelCase } from '../../../functions/kit/http/route';
import { wordOf } from '../../../functions/kit/model/relation';
import { parentsOfNew } from '../../../lib/scaffold/parents';
import { declared } from '../../support/declared';

const first = declared.filter(({ plural }, at) => declared.findIndex((other) => other.plural === plural) === at);
test.each<[options: Parameters<typeof parentsOfNew>[0], reason: string]>([
  ...first.map(({ plural, input }): [object, string] => [
    { of: [plural], expand: 'id' },
    `--expand is id; allowed: ${Object.keys(input).join(', ')}, separated by commas`,
  ]),
  ...first.map(({ plural, noun }): [object, string] => [
    { of: [plural, `${plural}:other`], expand: 'id' },
    `--expand is id; allowed: ${camelCase(wordOf(noun))}.`,
  ]),
  [{ expand: 'name' }, '--expand is name; name the parent with --of'],
  [{ of: ['persons?'] }, `--of is persons?; allowed: ${first.map(({ plural }) => plural).join(', ')}`],
  ...first.map(({ plural, input }): [object, string] => {
    const [name] = Object.keys(input);
    return [
      { of: [plural], expand: `${name},${name}` },
      `--expand is ${name},${name}, which names "${name}" twice; name it once`,
    ];
  }),
  ...first.map(({ plural }): [object, string] => [
    { of: [`${plural}:owner`] },
    `--of is ${plural}:owner, whose name "owner" belongs to the service; choose another`,
  ]),
  [{ of: ['zombies'] }, '--of is zombies; zombies cannot belong to themselves'],
])('npm run resource refuses the parents %j', (options, reason) => {
  expect(() => parentsOfNew(options, 'zombies')).toThrow(reason);
});

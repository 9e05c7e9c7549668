import { readValues } from '../../../../functions/kit/model/check';
import { readField } from '../../../../lib/scaffold/fields/field';

const read = (argument: string) => readField(argument, 'orders', 'order');
const many = Array.from({ length: 65 }, (_, at) => `m${at}:boolean`).join(',');

test.each([
  ['address:{street:text,zip:text?', 'The field is "address:{street:text,zip:text?", whose braces are not those of an'],
  [
    'address:{street:text}}',
    "close each, as in 'address:{street:text,zip:text?}', and write [] behind them for a list",
  ],
  ['address:{street:text}{zip:text}', 'whose braces are not those of an object'],
  ['address:{geo:{lat:number}', 'whose braces are not those of an object'],
  ['address:{}', 'The member is ""; write name:kind, name:kind? or name:kind=default; kinds: text, multiline'],
  ['address:{street:text,}', 'The member is ""; write name:kind'],
  ['address:{street}', 'The member is "street"; write name:kind'],
  ['address:{street:text,street:text}', 'which has the member "street" twice; name it once'],
  ['address:{street:text}=none', 'which is an object and has a default; give the default to its members'],
  ['lines:{sku:text}[]=[1]', 'whose default is not of its kind'],
  ['lines:{sku:text@unique}[]', 'The member is "sku:text@unique", which has a mark or is a state; leave these to the'],
  ['order:{step:open>done}', 'The member is "step:open>done", which has a mark or is a state'],
  ['order:{count:integer(5..1)}', 'The member is "count:integer(5..1)", whose bounds are 5 and 1'],
  ['order:{count:integer=a}', 'The member is "count:integer=a", whose default is not of its kind'],
  ['order:{valueOf:text}', 'which has a member "valueOf", which is a member of every object of JavaScript'],
  ['a:{b:{c:{d:{e:text}}}}', 'which is more than 3 deep; use a resource of its own'],
  [`all:{${many}}`, 'which has 65 members; at most 64 are allowed'],
  ['address:{street:text}@indexed', 'which is an object; use a text, a set, an integer or an instant'],
  ['lines:{sku:text}[]@sorted', 'which cannot be sorted'],
  ['address:{street:text}@server', "so a new resource may lack it; write 'address:{street:text}?@server'"],
])('npm run resource refuses the object %s', (argument, reason) => {
  expect(() => read(argument)).toThrow(reason);
});

const STREET = 'street: notBlank({ minLength: 1, maxLength: 200 })';

test.each([
  [
    'address:{street:text,zip:text(..9)?}',
    `object({ ${STREET}, zip: optional(notBlank({ minLength: 1, maxLength: 9 })) })`,
  ],
  ['address:{street:text}?', `optional(object({ ${STREET} }))`],
  ['address:{street:text}?@server', `serverSet(optional(object({ ${STREET} })))`],
  ['place:{geo:{boolean:boolean}?}', 'object({ geo: optional(object({ boolean })) })'],
  [
    'place:{lat:decimal(2,-90..90)=0.5}',
    'object({ lat: withDefault(decimal(2, { minimum: -90, maximum: 90 }), 0.5) })',
  ],
  [
    'lines:{isGift:boolean=false,color:red|blue}[]',
    "objects({ isGift: withDefault(boolean, false), color: oneOf('red', 'blue') })",
  ],
  ['lines:{at:instant}[]?', 'optional(objects({ at: instant }))'],
  ['photos:{page:url}[]', 'objects({ page: url }, { maxItems: 10 })'],
  ['lines:{at:instant}[]=[]', 'withDefault(objects({ at: instant }), [])'],
])('npm run resource makes of %s the field %s', (argument, code) => {
  expect(read(argument)).toMatchObject({ code, mark: undefined });
});

test('the examples of objects are those of their members, and each is valid', () => {
  const { field, values } = read('address:{street:text,geo:{lat:number,lon:number}?,rooms:{name:text}[]}');
  expect(values[0]).toBe("{ street: '12 Mill Lane', geo: { lat: 1.5, lon: 1.5 }, rooms: [{ name: 'Desk lamp' }] }");
  const given = values.map((code) => JSON.parse(code.replace(/(\w+):/g, '"$1":').replaceAll("'", '"')));
  const issues: unknown[] = [];
  for (const value of given) readValues({ value: field }, { value }, (...issue) => issues.push(issue));
  expect([new Set(values).size, issues]).toEqual([5, []]);
  expect(read('customer:{name:text}').values[0]).toBe("{ name: 'Ada Lovelace' }");
  expect(read('buyers:{city:text}[]').values.slice(0, 2)).toEqual(["[{ city: 'Lisbon' }]", "[{ city: 'Oslo' }]"]);
});

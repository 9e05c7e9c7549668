// Stands for the AWS CLI and for other programs of the runbooks. Notes each call in the file `calls` of the script's folder.
// Refuses unknown commands, unknown flags and missing flags, as the programs do.
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

// Flags of each command. A flag with `?` is optional, and one with `!` takes no value.
const stack = '--stack-name';
const table = '--table-name';
const known = {
  'aws cloudformation cancel-update-stack': stack,
  'aws cloudformation continue-update-rollback': `${stack} --resources-to-skip?`,
  'aws cloudformation deploy': `${stack} --template-file --parameter-overrides --capabilities`,
  'aws cloudformation describe-stack-events': stack,
  'aws cloudformation describe-stacks': stack,
  'aws cloudformation list-stack-resources': stack,
  'aws cloudformation update-termination-protection': `${stack} --no-enable-termination-protection!`,
  'aws cloudformation wait stack-rollback-complete': stack,
  'aws dynamodb delete-table': table,
  'aws dynamodb describe-table': table,
  'aws dynamodb export-table-to-point-in-time': '--table-arn --s3-bucket --s3-prefix --s3-bucket-owner',
  'aws dynamodb import-table': '--input-format --input-compression-type --s3-bucket-source --table-creation-parameters',
  'aws dynamodb restore-table-to-point-in-time':
    '--source-table-name --target-table-name --restore-date-time --billing-mode-override',
  'aws dynamodb update-continuous-backups': `${table} --point-in-time-recovery-specification`,
  'aws dynamodb update-table': `${table} --deletion-protection-enabled!? --no-deletion-protection-enabled!? --on-demand-throughput? --global-secondary-index-updates? --warm-throughput?`,
  'aws dynamodb update-time-to-live': `${table} --time-to-live-specification`,
  'aws dynamodb wait export-completed': '--export-arn',
  'aws dynamodb wait import-completed': '--import-arn',
  'aws dynamodb wait table-exists': table,
  'aws lambda delete-function-concurrency': '--function-name',
  'aws lambda put-function-concurrency': '--function-name --reserved-concurrent-executions',
  curl: '--fail! --request? --header',
  'git push': '',
  'git revert': '--no-edit!',
  'npm run cost': '--requests --users --utilization',
  'npm run deploy': '-c?',
  'npm run destroy': '-c?',
  'npm run export': '--url',
  'npm run verify': '--table? --fix!? --url? --token? --read-only!?',
  'npx cdk bootstrap': '--cloudformation-execution-policies',
  npx: '--yes! -p -c',
  sleep: '',
};

const fail = (status, message = '') => {
  throw Object.assign(new Error(message), { status });
};
const refuse = (reason) => fail(252, reason);

/** Reads the words of a call. Returns its name and the values of its flags. */
const readCall = (words) => {
  const name = [4, 3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((start) => start in known);
  if (!name) refuse('unknown command');
  const flags = known[name].split(' ').map((text) => ({ flag: text.replace(/[!?]/g, ''), text }));
  if (name.startsWith('aws ')) flags.push(...['--output', '--query', '--region'].map((flag) => ({ flag, text: '?' })));
  const given = {};
  const rest = words.slice(name.split(' ').length);
  while (rest.length > 0) {
    const word = rest.shift();
    const found = flags.find(({ flag }) => flag === word);
    if (!found && word.startsWith('-')) refuse(`unknown flag ${word}`);
    if (found) given[word] = found.text.includes('!') || (rest.shift() ?? refuse(`no value of ${word}`));
  }
  const missing = flags.filter(({ flag, text }) => flag && !text.includes('?') && !given[flag]);
  if (missing.length > 0) refuse(`missing ${missing.map(({ flag }) => flag)}`);
  return { name, given };
};

/** Keeps a table busy after each change until a wait ends. The first wait times out, as the real one does after 500 s. */
const passTime = (name, stateFile) => {
  const state = existsSync(stateFile) ? readFileSync(stateFile, 'utf8') : 'ACTIVE';
  const isChange = /^aws dynamodb (update|delete|restore)/.test(name);
  if ((isChange || name === 'npm run deploy') && state !== 'ACTIVE') refuse('ResourceInUseException');
  if (isChange) writeFileSync(stateFile, 'BUSY');
  if (name === 'aws dynamodb wait table-exists' && state !== 'ACTIVE') {
    writeFileSync(stateFile, state === 'BUSY' ? 'TRIED' : 'ACTIVE');
    if (state === 'BUSY') fail(255);
  }
};

const resources = Array.from({ length: 133 }, (_, index) => {
  const kind =
    { 7: 'Lambda::Function', 120: 'DynamoDB::GlobalTable', 130: 'Lambda::Function' }[index] ?? 'Logs::LogGroup';
  return { ResourceType: `AWS::${kind}`, PhysicalResourceId: `${kind.split(':').at(-1)}-${index}` };
});
const outputs = { ApiUrl: 'https://api.example/', TableName: 'Table-1', Policy: 'arn:policy' };

const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));

/** Returns the pages of each command's answer. */
const answersOf = (StackStatus) => ({
  'aws cloudformation list-stack-resources': [resources.slice(0, 100), resources.slice(100)].map((page) => ({
    StackResourceSummaries: page,
  })),
  'aws cloudformation describe-stacks': [{ Stacks: [{ StackStatus, Outputs }] }],
  'aws dynamodb describe-table': [{ Table: { TableArn: 'arn:table' } }],
  'aws dynamodb export-table-to-point-in-time': [{ ExportDescription: { ExportArn: 'arn:export/7' } }],
  'aws dynamodb import-table': [{ ImportTableDescription: { ImportArn: 'arn:import/7' } }],
});

/** Evaluates a path of JMESPath such as `Stacks[0].Outputs[?OutputKey=='ApiUrl'].OutputValue`. */
const evaluate = (query, page) =>
  query.split('.').reduce((value, step) => {
    const [, member, index, key, text] =
      /^(\w+)(?:\[(?:(\d+)|\?(\w+)=='(.+)')\])?$/.exec(step) ?? refuse(`cannot read ${step}`);
    if (Array.isArray(value)) return value.map((each) => each[member]);
    const found = value?.[member] ?? refuse(`no ${member} in the answer`);
    if (key) return found.filter((each) => each[key] === text);
    return index ? found[index] : found;
  }, page);

/** Returns the output of a call. */
const run = (folder, stackStatus, words) => {
  const { name, given } = readCall(words);
  const tableName = given[table] ?? given['--target-table-name'] ?? / table=(\S+)/.exec(words.join(' '))?.[1];
  passTime(name, join(folder, `state-${tableName}`));
  if (name === 'npm run export') return '{"post":{"owner":"owner-1"}}\n';
  // With `--output text`, the CLI asks the query of each page.
  const pages = (answersOf(stackStatus)[name] ?? []).map((page) =>
    evaluate(given['--query'] ?? refuse('no query'), page),
  );
  return pages
    .filter(({ length }) => length > 0)
    .map((value) => `${Array.isArray(value) ? value.join('\t') : value}\n`)
    .join('');
};

/** Returns the reply to program.sh: a line with the exit code, and then the output or the error. */
exports.replyTo = ([folder, stackStatus, ...given]) => {
  const words = given.filter((word) => word !== '--' && word !== '-s');
  const line = words.join(' ');
  appendFileSync(join(folder, 'calls'), `${line}\n`);
  try {
    return `0\n${run(folder, stackStatus, words)}`;
  } catch (error) {
    if (!error.status) throw error;
    return `${error.status}\n${error.message && `${line}: ${error.message}\n`}`;
  }
};

// Answers the calls of all scripts through program.sh, because a Node for each command would take most of the time.
const { createServer } = require('node:net');
const { replyTo } = require('./commands.cjs');

const server = createServer((socket) => {
  let sent = '';
  socket.setEncoding('utf8').on('data', (text) => {
    sent += text;
    // Each word ends with NUL, and the first one is the number of the others.
    const [count, ...words] = sent.split('\0');
    if (words.length > Number(count)) socket.end(replyTo(words.slice(0, -1)));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}`));
// Ends with the test, also when that is killed.
process.stdin.on('end', () => process.exit()).resume();

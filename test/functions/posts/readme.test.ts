import { expectCurls } from '../../support/curl';
import { useService } from '../../support/service';
import { readText } from '../../support/sources';

const { url } = useService();
const page = 'functions/posts/README.md';

test(`${page} shows the response to each of its curl lines`, () => expectCurls(page, url()));

test(`${page} shows each line of get.test.ts`, () => {
  expect(readText(page)).toContain(`\`\`\`ts\n${readText('test/functions/posts/get.test.ts')}\`\`\``);
});

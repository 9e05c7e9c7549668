import { expectCurls } from '../../support/curl';
import { useService } from '../../support/service';

const { url } = useService();

test('functions/users/README.md shows the response to each of its curl lines', () =>
  expectCurls('functions/users/README.md', url()));

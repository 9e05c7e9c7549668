import { invocation } from '../../../functions/lambda/invocation';
import { primingReply } from '../../../functions/table/request-handler';

// Each test file loads these modules anew. On Node 20 every promise of a worker would copy the state of all of them.
afterAll(() => {
  invocation.disable();
  primingReply.disable();
});

import { handle } from '../http/handle';
import { listRoutes } from '../routes';
import { paths } from './paths';

export const handler = handle(listRoutes, async () => ({ body: { routes: paths } }));

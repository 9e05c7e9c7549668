import { loadTests } from './load-tests';

loadTests('official');

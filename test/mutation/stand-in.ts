/**
 * @jest-environment-options {"customExportConditions": ["lean", "node", "node-addons"]}
 */
import { loadTests } from './load-tests';

loadTests('stand-in');

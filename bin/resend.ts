import { runCommand } from '../lib/command';
import { runResend } from '../lib/resend/command';

runCommand(runResend, 2);

import { localAccount } from '../../local-account';
import { isRecord, tableArn } from '../template/intrinsics';
import { isGranted } from '../template/policy';
import type { LocalFunction } from '../template/template';

/** Permission that IAM asks for. */
export type NeededAccess = { readonly action: string; readonly resource: string };
/** Permission that a function used in a call of DynamoDB. */
export type GrantedCall = NeededAccess & { readonly functionName: string };

/** Returns the permissions that a request to DynamoDB needs. `target` is the X-Amz-Target header. */
export const neededAccess = (target: string, request: unknown): NeededAccess[] => {
  const operation = target.slice(target.indexOf('.') + 1);
  if (!isRecord(request)) return [];
  if (operation.startsWith('Transact') && Array.isArray(request.TransactItems)) {
    return request.TransactItems.filter(isRecord).flatMap((item) =>
      Object.entries(item).map(([kind, member]) => ({
        action: `dynamodb:${kind}Item`,
        resource: isRecord(member) ? tableArn(String(member.TableName)) : '*',
      })),
    );
  }
  const action = `dynamodb:${operation}`;
  if (operation.startsWith('Batch') && isRecord(request.RequestItems)) {
    return Object.keys(request.RequestItems).map((table) => ({ action, resource: tableArn(table) }));
  }
  if (request.TableName === undefined) return [{ action, resource: '*' }];
  const index = typeof request.IndexName === 'string' ? `/index/${request.IndexName}` : '';
  return [{ action, resource: `${tableArn(String(request.TableName))}${index}` }];
};

/** Returns AWS's message about the first permission that the function lacks, or undefined when the function has all. */
export const accessDenial = ({ id, policy }: LocalFunction, needed: readonly NeededAccess[]): string | undefined => {
  const missing = needed.find(({ action, resource }) => !isGranted(policy, action, resource));
  if (!missing) return undefined;
  const user = `arn:aws:sts::${localAccount.account}:assumed-role/${id}/${id}`;
  return `User: ${user} is not authorized to perform: ${missing.action} on resource: ${missing.resource} because no identity-based policy allows the ${missing.action} action`;
};

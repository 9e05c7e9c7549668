import { isGranted, readStatements } from '../../../../lib/local/template/policy';

describe('a policy', () => {
  const isAllowed = (policy: object | object[], action: string, resource: string) =>
    isGranted(readStatements({ Statement: policy }, 'Role'), action, resource);

  test.each([
    ['a:Get', 'r', 'a:Get', 'r', true],
    ['a:get', 'r', 'a:Get', 'r', true],
    ['a:Get', 'r', 'a:Put', 'r', false],
    ['a:Get', 'r', 'a:Get', 'r/index/x', false],
    ['a:Get', 'r/index/*', 'a:Get', 'r/index/x', true],
    ['a:G*', '*', 'a:Get', 'r', true],
    ['a:Ge?', 'r.', 'a:Get', 'rx', false],
  ])('that allows %s on %s: %s on %s is %p', (Action, Resource, action, resource, expected) => {
    expect(isAllowed({ Effect: 'Allow', Action, Resource }, action, resource)).toBe(expected);
  });

  test('denies an action that it both allows and denies', () => {
    const both = ['Allow', 'Deny'].map((Effect) => ({ Effect, Action: 'a:*', Resource: '*' }));
    expect(isAllowed(both, 'a:Get', 'r')).toBe(false);
  });

  test.each(['Condition', 'NotAction', 'NotResource'])('with %s is refused, because it is not enforced', (element) => {
    expect(() => isAllowed({ Effect: 'Allow', [element]: {} }, 'a:Get', 'r')).toThrow(
      `The policy of Role uses ${element}; the local runner enforces Effect, Action and Resource only`,
    );
  });
});

/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles: a Lambda finds its role's credentials in its
 * environment, and the nine other places where the SDK would look are a third of a bundle.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env;
  return { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, sessionToken: AWS_SESSION_TOKEN };
};

/**
 * Starts what stands in for other services of AWS in the tests, such as `startFakeServer` of support/fake-server.ts. Returns the
 * variables that the functions get, such as AWS_ENDPOINT_URL_SQS.
 */
export const startStandIns = async (): Promise<Readonly<Record<string, string>>> => ({});

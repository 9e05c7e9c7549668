/** Does nothing: what is measured of it is Node's own. */
export const handler = async () => ({ statusCode: 200 });

/** Version of Node that the functions run on, and for which the bundles are built. */
export const nodeVersion = 24;

/*
 * Functions that are no routes, such as nightly jobs and consumers of queues: `export * from './orders/jobs';`. The name of a
 * job is the name of its function. lib/own.ts says when it runs.
 */

export {};

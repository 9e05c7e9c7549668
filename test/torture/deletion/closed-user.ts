import type { InProcessService } from '../in-process';

/** A bit more than the five minutes for which an unfinished deletion by force keeps a user closed. */
export const CLOSED_EXPIRED_MS = 5 * 60_000 + 1000;

/**
 * Checks a user whose deletion by force was interrupted. The user must take no post for five minutes, and must take
 * posts again afterwards.
 */
export const closedUserProblems = async ({ invoke, setAhead }: InProcessService, userId: string) => {
  const createPost = async () => {
    const { status, body } = await invoke('POST /posts', { body: { title: 'late', userId } });
    return `${status} ${body?.code ?? ''}`.trim();
  };
  const whileClosed = await createPost();
  setAhead(CLOSED_EXPIRED_MS);
  const afterwards = await createPost();
  setAhead(0);
  return [
    ...(whileClosed === '409 user-closing' ? [] : [`a post for a closed user is answered ${whileClosed}`]),
    ...(afterwards === '201' ? [] : [`a post after the deletion has expired is answered ${afterwards}`]),
  ];
};

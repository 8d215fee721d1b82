import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

interface SubmissionOptions<Data, Given>
  extends Pick<UseMutationOptions<Data, Error, Given>, 'onSuccess' | 'onError' | 'onSettled'> {
  send: (given: Given) => Promise<Data>;
  /** What is done one at a time. Without it, all that this screen submits. */
  subjectOf?: (given: Given) => string;
  /** The form stays when it is done, and what it shows then can be sent as well. For one subject at a time. */
  stays?: boolean;
}

/**
 * What a press sends, once: the same press again does nothing, unless the first has failed. A mutation's `isPending`
 * can't say so, since it is the last render's and two presses can come before the next.
 */
export const useSubmission = <Data, Given = void>({
  send,
  subjectOf = () => '',
  stays = false,
  ...options
}: SubmissionOptions<Data, Given>) => {
  const submitted = useRef(new Set<string>());
  const { mutate, reset, error, variables, isPending, isSuccess, submittedAt } = useMutation({
    ...options,
    mutationFn: async (given: Given) => {
      try {
        return await send(given);
      } catch (failure) {
        submitted.current.delete(subjectOf(given));
        throw failure;
      }
    },
  });

  // Not before the screen shows it: until then a press is still one on what was sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: two answers in a row are two successes
  useEffect(() => {
    if (stays && isSuccess) submitted.current.clear();
  }, [stays, isSuccess, submittedAt]);

  return {
    submit: (given: Given): void => {
      const subject = subjectOf(given);
      if (submitted.current.has(subject)) return;
      submitted.current.add(subject);
      mutate(given);
    },
    error,
    /** What was submitted last. */
    given: variables,
    /** On its way, or done and about to leave the screen. */
    busy: isPending || (isSuccess && !stays),
    /** As if nothing had been pressed. */
    reset: (): void => {
      submitted.current.clear();
      reset();
    },
  };
};

import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

interface SubmissionOptions<Data, Given>
  extends Pick<UseMutationOptions<Data, Error, Given>, 'onSuccess' | 'onError' | 'onSettled'> {
  send: (given: Given) => Promise<Data>;
  /** What is done one at a time. Without it, all that this screen submits. */
  subjectOf?: (given: Given) => string;
}

/**
 * What a press sends, once: the same press again does nothing, unless the first has failed. A mutation's `isPending`
 * can't say so, since it is the last render's and two presses can come before the next.
 */
export const useSubmission = <Data, Given = void>({
  send,
  subjectOf = () => '',
  ...options
}: SubmissionOptions<Data, Given>) => {
  const submitted = useRef(new Set<string>());
  const { mutate, error, isPending, isSuccess } = useMutation({
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
  return {
    submit: (given: Given): void => {
      const subject = subjectOf(given);
      if (submitted.current.has(subject)) return;
      submitted.current.add(subject);
      mutate(given);
    },
    error,
    /** On its way, or done and about to leave the screen. */
    busy: isPending || isSuccess,
  };
};

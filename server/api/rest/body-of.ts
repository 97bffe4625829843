import { ApiError } from '../../api-error.ts'

/**
 * A response body that is written in pieces, at the reader's pace. An error half-way aborts the transfer: a body that
 * simply ended there would look complete. A refusal, of a caller whose session is over meanwhile, is no error of ours.
 * `source`: what the texts are made of. It ends with them, also where the reader goes before the first text.
 */
export function bodyOf(
  texts: AsyncGenerator<string>,
  source: AsyncGenerator<unknown>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await texts.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          if (!(error instanceof ApiError)) onError(error)
          controller.error(new Error('The response was cut off.'))
        }
      },
      async cancel() {
        await Promise.all([texts.return(undefined), source.return(undefined)])
      },
    },
    { highWaterMark: 0 },
  )
}

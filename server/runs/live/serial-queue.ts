/** A queue that runs functions one after the other, in the order of the calls. */
export function createSerialQueue(): <Answer>(act: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const answer = last.then(act)
    last = answer.catch(() => undefined)
    return answer
  }
}

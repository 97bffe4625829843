/** Does what it is given one after the other, in the order in which it was given. */
export function oneByOne(): <Answer>(act: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const answer = last.then(act)
    last = answer.catch(() => undefined)
    return answer
  }
}

import { createHash } from 'node:crypto'
import { dirname, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stepError } from './step-error.ts'

const errorOf = (thrown: unknown) => stepError(thrown, 'Step', [])

/** As people write it: what a server answered becomes the error's own. */
const like = (answer: object) => Object.assign(new Error(), answer)

describe('what a function throws is kept as texts', () => {
  it.each<[string, unknown, { readonly code: string; readonly message: string }]>([
    ['an error', new RangeError('too far'), { code: 'RangeError', message: 'too far' }],
    ['an error without a message', new RangeError(), { code: 'RangeError', message: 'RangeError' }],
    ['a text', 'just a text', { code: 'Error', message: 'just a text' }],
    ['a symbol', Symbol('s'), { code: 'Error', message: 'Symbol(s)' }],
    ['an object', { status: 400 }, { code: 'Error', message: '{"status":400}' }],
    ['nothing', undefined, { code: 'Error', message: 'undefined' }],
    [
      'a list of messages',
      like({ message: ['no name', 'no age'] }),
      { code: 'Error', message: '["no name","no age"]' },
    ],
    ['a number for a message', like({ message: 400 }), { code: 'Error', message: '400' }],
    ['an object for a message', like({ message: { reason: 'x' } }), { code: 'Error', message: '{"reason":"x"}' }],
    ['a number for a name', like({ name: 7, message: 'm' }), { code: '7', message: 'm' }],
    ['a list for a stack', like({ message: 'm', stack: ['at f'] }), { code: 'Error', message: 'm' }],
    [
      'a circle for a message',
      like({ message: circle() }),
      { code: 'Error', message: 'The step threw a value that cannot be read.' },
    ],
    [
      'an error that cannot be read',
      Object.defineProperty(new Error(), 'message', {
        get() {
          throw new Error('no')
        },
      }),
      { code: 'Error', message: 'Error' },
    ],
    ['something revoked', revoked(), { code: 'Error', message: 'The step threw a value that cannot be read.' }],
  ])('%s', (_, thrown, kept) => {
    expect(errorOf(thrown)).toMatchObject({ ...kept, step: 'Step' })
  })

  it('what Node.js says of an argument comes behind where the function called it', () => {
    const thrown = catching(() => createHash('sha256').update(undefined as never))
    expect(errorOf(thrown).message).toMatch(/^The function failed in a call to Node\.js\. The "data" argument must be/)
    const { filename, dirname: folder } = import.meta
    const { message } = stepError(thrown, 'Step', [dirname(folder)])
    expect(message).toContain(`The function failed at ${relative(dirname(folder), filename)}`)
    // What the user's own code throws stays as it is.
    const own = Object.assign(new Error('No such order.'), { code: 'ERR_NO_ORDER' })
    expect(errorOf(own).message).toBe('No such order.')
  })

  it('and no longer than a run keeps', () => {
    const { code, message } = errorOf(like({ name: 'N'.repeat(10_000), message: 'm'.repeat(100_000) }))
    expect(code.length).toBeLessThanOrEqual(256)
    expect(message.length).toBeLessThanOrEqual(8 * 1024)
  })
})

function catching(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return null
}

function circle(): object {
  const round: { self?: object } = {}
  round.self = round
  return round
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

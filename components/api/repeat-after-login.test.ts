import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { expect, it } from 'vitest'
import type { AppRouter } from '#server/api/router.ts'
import { answerConfirmation, confirmLogin, useLoginConfirmation } from './login-confirmation.ts'
import { repeatAfterLogin } from './repeat-after-login.ts'

/** A server that answers with these codes, one for each call; undefined: the call succeeds. */
function clientOf(codes: (string | undefined)[]) {
  const sent: unknown[] = []
  const server: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        sent.push(op.input)
        const apiCode = codes.shift()
        if (apiCode === undefined) {
          observer.next({ result: { type: 'data', data: { removed: true } } })
          return observer.complete()
        }
        const data = { apiCode, code: 'FORBIDDEN', httpStatus: 403, path: null, field: null, errors: [] } as never
        observer.error(TRPCClientError.from({ error: { message: 'Log in again.', code: -32_003, data } }))
      })
  return { sent, client: createTRPCClient<AppRouter>({ links: [repeatAfterLogin(confirmLogin), server] }) }
}
const input = { name: 'TOKEN' }

it('repeats a call with the same input once the person has given the password', async () => {
  const { client, sent } = clientOf(['LOGIN_TOO_OLD', 'LOGIN_TOO_OLD', undefined, undefined])
  const calls = Promise.all([client.secrets.remove.mutate(input), client.secrets.remove.mutate(input)])
  expect(useLoginConfirmation.getState().waiting).toHaveLength(2)
  answerConfirmation(true)
  expect(await calls).toHaveLength(2)
  expect(sent).toEqual([input, input, input, input])
  expect(useLoginConfirmation.getState().waiting).toEqual([])
})

it('gives the refusal back when the person leaves, and when the repeated call is refused too', async () => {
  const left = clientOf(['LOGIN_TOO_OLD'])
  const refused = left.client.secrets.remove.mutate(input)
  answerConfirmation(false)
  await expect(refused).rejects.toThrow('Log in again.')
  expect(left.sent).toHaveLength(1)

  const twice = clientOf(['LOGIN_TOO_OLD', 'LOGIN_TOO_OLD'])
  const again = twice.client.secrets.remove.mutate(input)
  answerConfirmation(true)
  await expect(again).rejects.toThrow('Log in again.')
  expect(twice.sent).toHaveLength(2)
})

it('asks for nothing at another refusal', async () => {
  const { client, sent } = clientOf(['FORBIDDEN'])
  await expect(client.secrets.remove.mutate(input)).rejects.toThrow()
  expect(sent).toHaveLength(1)
  expect(useLoginConfirmation.getState().waiting).toEqual([])
})

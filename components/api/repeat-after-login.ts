import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '#server/api/router.ts'
import { apiFailure } from './api-failure.ts'

/**
 * A link that asks for the password where a call needs a fresh login, and then repeats the call: forms keep what was
 * typed, and know nothing of it. `confirm` resolves with whether the login is fresh now.
 */
export const repeatAfterLogin =
  (confirm: () => Promise<boolean>): TRPCLink<AppRouter> =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let current: Unsubscribable | undefined
      let isOver = false
      const send = (isRepeated: boolean) => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            if (isRepeated || apiFailure(error).code !== 'LOGIN_TOO_OLD') return observer.error(error)
            confirm().then((isFresh) => {
              if (isOver) return
              if (isFresh) send(true)
              else observer.error(error)
            })
          },
        })
      }
      send(false)
      return () => {
        isOver = true
        current?.unsubscribe()
      }
    })

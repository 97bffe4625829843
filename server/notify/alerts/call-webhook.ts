import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { AddressRefused } from '#server/engine/executor/http/address-refused.ts'
import { guardedConnect } from '#server/engine/executor/http/guarded-connect.ts'
import { alertLimits } from './alert-limits.ts'
import { signedHeaders } from './sign-call.ts'

/** The receiver will never take the call: its address is refused, or it says that it is gone. */
export class CallRefused extends Error {}

export interface WebhookCaller {
  /** Resolves with a 2xx answer. Throws `CallRefused`, or an error after which to try again. */
  call(url: string, secret: string, call: { readonly id: string; readonly body: string }): Promise<void>
  close(): Promise<void>
}

const { timeoutMs } = alertLimits

/**
 * Calls webhooks by POST with a signed body. Addresses of private networks are refused as in HTTP steps, redirects are
 * not followed, and the answer is not read.
 */
export function createWebhookCaller(options: {
  readonly allow: readonly string[]
  readonly log: (line: string) => void
  readonly lookup?: LookupFunction
}): WebhookCaller {
  const agent = new Agent({
    connect: guardedConnect({ ...options, connectMs: timeoutMs }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return {
    async call(target, secret, { id, body }) {
      const { origin, pathname, search } = new URL(target)
      const headers = { 'content-type': 'application/json', 'user-agent': 'heddle' }
      const signal = AbortSignal.timeout(timeoutMs)
      const signed = signedHeaders(secret, { id, at: Date.now(), body })
      const response = await agent
        .request({ origin, path: pathname + search, method: 'POST', headers: { ...headers, ...signed }, body, signal })
        .catch((error: unknown) => {
          throw error instanceof AddressRefused ? new CallRefused(error.message, { cause: error }) : error
        })
      response.body.on('error', () => undefined)
      response.body.destroy()
      const { statusCode } = response
      if (statusCode === 410) throw new CallRefused('it answered 410: nobody receives calls there any more')
      if (statusCode < 200 || statusCode > 299) throw new Error(`it answered ${statusCode}`)
    },
    close: () => agent.destroy(),
  }
}

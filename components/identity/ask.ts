import { identityTexts } from './texts/identity.ts'

/** A refusal of `/api/auth`, in the words of the server. */
export class AuthFailure extends Error {
  readonly field: string | null

  constructor(message: string, field: string | null) {
    super(message)
    this.field = field
  }
}

/** Asks `/api/auth`; throws `AuthFailure`. A body makes it a POST. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/api/auth/${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new AuthFailure(identityTexts.unreachable, null)
  })
  const answer = (await response.json().catch(() => null)) as
    | (Answer & { readonly error?: { readonly message: string; readonly field?: string } })
    | null
  if (response.ok && answer !== null) return answer
  throw new AuthFailure(answer?.error?.message ?? identityTexts.unreachable, answer?.error?.field ?? null)
}

import type { Json } from '#core/json.ts'
import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { VerbResult } from './models.ts'

export type Verb =
  | { readonly type: 'cancel'; readonly reason?: string | undefined }
  | { readonly type: 'retry'; readonly from_step?: string | undefined }
  | { readonly type: 'resume'; readonly input?: Json | undefined; readonly step?: string | undefined }
  | { readonly type: 'next_step'; readonly user_input: Json }
  | { readonly type: 'pause'; readonly reason?: string | undefined }
  | { readonly type: 'acknowledge' }

export async function sendVerb(
  _stores: Stores,
  _actor: Actor,
  _request: { readonly runId: string; readonly operationId?: string | undefined; readonly verb: Verb },
): Promise<VerbResult> {
  throw new Error('Not reached yet.')
}

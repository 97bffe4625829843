import { hash } from 'node:crypto'
import type { JsonObject } from '#core/json.ts'
import type { DomainEventBody } from '#core/run/domain/domain-events.ts'

/** An event of the public run as streams and webhooks send it; all of them send the same bytes. */
export interface DomainEvent {
  readonly id: string
  readonly kind: string
  readonly run_id: string
  readonly node_key: string | null
  readonly variant_index: number
  readonly seq: number
  readonly attempt: number | null
  readonly created_at: string
  readonly payload: JsonObject
}

export function domainEvent(
  runId: string,
  { name, kind, nodeKey, seq, attempt, at, payload }: Omit<DomainEventBody, 'for' | 'kind'> & { readonly kind: string },
  variantIndex: number,
): DomainEvent {
  return {
    id: domainEventId(runId, name),
    kind,
    run_id: runId,
    node_key: nodeKey,
    variant_index: variantIndex,
    seq,
    attempt,
    created_at: new Date(at).toISOString(),
    payload,
  }
}

/** The UUID (version 5) of a name in the namespace of the run: equal for every reading, and stored nowhere. */
export function domainEventId(runId: string, name: string): string {
  const namespace = Buffer.from(runId.replaceAll('-', ''), 'hex')
  const bytes = Buffer.from(hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'hex').slice(0, 32), 'hex')
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

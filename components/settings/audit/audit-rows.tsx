import type { AuditItem } from '#components/api/models.ts'
import { useNames } from '#components/people/use-names.ts'
import { useMe } from '#components/people/use-people.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { actionWords, auditTexts, outcomeWords } from './texts/audit.ts'

/** The rows as a list: one line each where there is room, several on a phone. */
export function AuditRows({ items }: { items: readonly AuditItem[] }) {
  return (
    <ul aria-label={auditTexts.rows} className="w-full divide-y overflow-hidden rounded-m border bg-surface">
      {items.map((item) => (
        <AuditRow key={item.id} item={item} />
      ))}
    </ul>
  )
}

/** How people are called who are not in the directory: the user of local mode, as on every other page. */
function useNameOf(): (id: string) => string {
  const isLocal = useMe()?.mode === 'local'
  return (id) => (isLocal && id === 'local' ? auditTexts.you : id)
}

function AuditRow({ item }: { item: AuditItem }) {
  const nameOf = useNameOf()
  const { person } = useNames()
  const { action, target, outcome, times, address, requestId } = item
  return (
    <li className="grid min-h-10 grid-cols-[5.5rem_minmax(0,10rem)_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3.5 py-1.5 max-sm:grid-cols-[1fr_auto]">
      <span
        className="text-small text-muted"
        title={item.seq === null ? auditTexts.notSealed : auditTexts.sealed(item.seq)}
      >
        <Instant at={item.at} />
      </span>
      <span className="grid min-w-0 max-sm:order-3">
        <span className="truncate font-semibold" title={item.actorId}>
          {isolateText(item.actorName ?? nameOf(item.actorId))}
        </span>
        <Caller item={item} />
      </span>
      <span className="grid min-w-0 max-sm:order-4 max-sm:col-span-2">
        <span title={action}>{actionWords[action] ?? action}</span>
        {target !== '' && (
          <span className="text-small wrap-anywhere text-muted" title={requestId ? auditTexts.request(requestId) : ''}>
            {isolateText(target === item.actorId && item.actorName !== null ? item.actorName : person(target))}
          </span>
        )}
      </span>
      <span className="flex items-center justify-end gap-1.5 max-sm:order-2">
        {times > 1 && <span className="text-small text-muted">{auditTexts.times(times)}</span>}
        {address && <span className="font-mono text-small text-muted max-sm:hidden">{address}</span>}
        <span className="flex w-24 justify-end max-sm:w-auto">
          <Chip tone={outcome === 'refused' ? 'failed' : 'idle'}>{outcomeWords[outcome]}</Chip>
        </span>
      </span>
    </li>
  )
}

/** How the actor called: by a key, or as another person. */
function Caller({ item: { keyId, principalId } }: { item: AuditItem }) {
  const nameOf = useNameOf()
  const words = [
    ...(keyId === null ? [] : [auditTexts.byKey(keyId)]),
    ...(principalId === null ? [] : [auditTexts.actedAs(isolateText(nameOf(principalId)))]),
  ]
  if (words.length === 0) return null
  return <span className="text-small text-muted">{words.join(', ')}</span>
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import type { SecretEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ListSection } from '../list-section.tsx'
import { RowActions, Rows } from '../rows.tsx'
import { SecretDialog, type SecretTask } from './secret-dialog.tsx'
import { secretsTexts } from './texts/secrets.ts'

/** The secrets of the owner: their names and who may use them, never their values. */
export function SecretsPage() {
  const api = useApi()
  const secrets = useQuery(api.secrets.list.queryOptions())
  const mayChange = useMay('secret.admin')
  return (
    <ListSection<SecretEntry, SecretTask>
      id="secrets"
      title={secretsTexts.secrets}
      about={secretsTexts.about}
      add={mayChange ? { label: secretsTexts.addSecret, task: { kind: 'add' } } : null}
      textsOf={({ name, origins, workflows }) => [name, ...origins, ...workflows]}
      query={secrets}
      icon={<KeyRound />}
      nothing={secretsTexts.noSecretsYet}
      nothingAbout={secretsTexts.addOneToSend}
      dialog={(task, ask) => <SecretDialog task={task} onClose={() => ask(null)} />}
    >
      {(items, ask) => (
        <Rows label={secretsTexts.secrets}>
          {items.map((secret) => (
            <SecretRow key={secret.name} secret={secret} mayChange={mayChange} onAsk={ask} />
          ))}
        </Rows>
      )}
    </ListSection>
  )
}

interface SecretRowProps {
  secret: SecretEntry
  mayChange: boolean
  onAsk(task: SecretTask): void
}

function SecretRow({ secret, mayChange, onAsk }: SecretRowProps) {
  const { name, source, origins, workflows, lastUsedAt } = secret
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,13rem)_1fr_auto] items-center gap-x-3 gap-y-1 px-3.5 py-1.5 max-sm:grid-cols-[1fr_auto]">
      <span className="truncate font-mono text-code font-semibold" title={name}>
        {name}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-1.5 max-sm:order-3 max-sm:col-span-2">
        {origins.length === 0 && <Chip tone="failed">{secretsTexts.noOrigins}</Chip>}
        {origins.map((origin) => (
          <Chip key={origin}>{origin}</Chip>
        ))}
        <span className="flex min-w-0 flex-wrap gap-x-3 text-small text-muted">
          <span className="wrap-anywhere">
            {workflows.length === 0 ? secretsTexts.allWorkflows : workflows.map(isolateText).join(', ')}
          </span>
          {source === 'environment' ? (
            <span title={secretsTexts.fromTheEnvironmentHint}>{secretsTexts.fromTheEnvironment}</span>
          ) : (
            <span>
              {lastUsedAt ? (
                <>
                  {secretsTexts.lastUsed} <Instant at={lastUsedAt} />
                </>
              ) : (
                secretsTexts.neverUsed
              )}
            </span>
          )}
        </span>
      </span>
      <span className="flex items-center gap-1 max-sm:order-2">
        {mayChange && source === 'stored' && (
          <RowActions
            actions={[
              {
                label: secretsTexts.replace(name),
                icon: <RefreshCw />,
                perform: () => onAsk({ kind: 'replace', secret }),
              },
              { label: secretsTexts.change(name), icon: <Pencil />, perform: () => onAsk({ kind: 'change', secret }) },
              { label: secretsTexts.remove(name), icon: <Trash2 />, perform: () => onAsk({ kind: 'remove', secret }) },
            ]}
          />
        )}
      </span>
    </li>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SecretEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { LoadedList } from '../loaded-list.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { SecretDialog, type SecretTask } from './secret-dialog.tsx'
import { secretsTexts } from './texts/secrets.ts'

/** The secrets of the owner: their names and who may use them, never their values. */
export function SecretsPage() {
  const [task, setTask] = useState<SecretTask | null>(null)
  const mayChange = useMay('secret.admin')
  return (
    <SettingsSection
      id="secrets"
      title={secretsTexts.secrets}
      about={secretsTexts.about}
      aside={
        mayChange && (
          <Button look="primary" icon={<Plus />} onClick={() => setTask({ kind: 'add' })}>
            {secretsTexts.addSecret}
          </Button>
        )
      }
    >
      <SecretList mayChange={mayChange} onAsk={setTask} />
      {task && <SecretDialog task={task} onClose={() => setTask(null)} />}
    </SettingsSection>
  )
}

function SecretList({ mayChange, onAsk }: { mayChange: boolean; onAsk: (task: SecretTask) => void }) {
  const api = useApi()
  const secrets = useQuery(api.secrets.list.queryOptions())
  return (
    <LoadedList
      title={secretsTexts.secrets}
      textsOf={({ name, origins, workflows }) => [name, ...origins, ...workflows]}
      query={secrets}
      icon={<KeyRound />}
      nothing={secretsTexts.noSecretsYet}
      nothingAbout={secretsTexts.addOneToSend}
    >
      {(items) => (
        <ul aria-label={secretsTexts.secrets} className="divide-y overflow-hidden rounded-m border bg-surface">
          {items.map((secret) => (
            <SecretRow key={secret.name} secret={secret} mayChange={mayChange} onAsk={onAsk} />
          ))}
        </ul>
      )}
    </LoadedList>
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
      <span className="truncate font-mono text-code font-semibold">{name}</span>
      <span className="flex min-w-0 flex-wrap items-center gap-1.5 max-sm:order-3 max-sm:col-span-2">
        {origins.length === 0 && <Chip tone="failed">{secretsTexts.noOrigins}</Chip>}
        {origins.map((origin) => (
          <Chip key={origin}>{origin}</Chip>
        ))}
        <span className="text-small text-muted">
          {workflows.length === 0 ? secretsTexts.allWorkflows : workflows.map(isolateText).join(', ')}
        </span>
        {source === 'environment' ? (
          <span className="text-small text-muted" title={secretsTexts.fromTheEnvironmentHint}>
            {secretsTexts.fromTheEnvironment}
          </span>
        ) : (
          <span className="text-small text-muted">
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
      <span className="flex items-center gap-1 max-sm:order-2">
        {mayChange && source === 'stored' && (
          <>
            <IconButton
              size="small"
              label={secretsTexts.replace(name)}
              onClick={() => onAsk({ kind: 'replace', secret })}
            >
              <RefreshCw />
            </IconButton>
            <IconButton
              size="small"
              label={secretsTexts.change(name)}
              onClick={() => onAsk({ kind: 'change', secret })}
            >
              <Pencil />
            </IconButton>
            <IconButton
              size="small"
              label={secretsTexts.remove(name)}
              onClick={() => onAsk({ kind: 'remove', secret })}
            >
              <Trash2 />
            </IconButton>
          </>
        )}
      </span>
    </li>
  )
}

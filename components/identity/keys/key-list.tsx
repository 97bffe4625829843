'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { ConfirmDialog } from '#components/settings/confirm-dialog.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { keyPermissionTexts, keyTexts } from '../texts/keys.ts'
import { useReloadKeys } from './use-keys.ts'

/** The keys, those in force first. */
export function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const [asked, setAsked] = useState<ApiKey | null>(null)
  return (
    <>
      <ul aria-label={keyTexts.apiKeys} className="divide-y overflow-hidden rounded-m border bg-surface">
        {keys.map((key) => (
          <KeyRow key={key.id} entry={key} onRevoke={() => setAsked(key)} />
        ))}
      </ul>
      {asked && <RevokeDialog entry={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function KeyRow({ entry, onRevoke }: { entry: ApiKey; onRevoke: () => void }) {
  const name = isolateText(entry.name)
  const isActive = entry.state === 'active'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 px-3.5 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="truncate font-semibold" title={name}>
          {name}
        </span>
        <span className="font-mono text-code text-muted">{keyTexts.shownId(entry.id)}</span>
        {!isActive && <Chip tone="failed">{entry.state === 'revoked' ? keyTexts.revoked : keyTexts.expired}</Chip>}
        {entry.kind === 'service' && <Chip tone="async">{keyTexts.service}</Chip>}
        <span className="text-muted">{isolateText(entry.personName)}</span>
      </div>
      {isActive ? (
        <Button size="small" aria-label={keyTexts.revokeOf(name)} onClick={onRevoke}>
          {keyTexts.revoke}
        </Button>
      ) : (
        <span />
      )}
      <div className="col-span-2 flex min-w-0 flex-wrap gap-1.5">
        {entry.permissions.map((permission) => {
          const label = keyPermissionTexts[permission]
          return label && <Chip key={permission}>{label}</Chip>
        })}
      </div>
      <KeyFacts entry={entry} />
    </li>
  )
}

function KeyFacts({ entry }: { entry: ApiKey }) {
  const { workflows, networks, expiresAt, lastUsedAt, lastUsedAddress } = entry
  return (
    <p className="col-span-2 flex min-w-0 flex-wrap gap-x-3 text-small text-muted">
      <span>
        {keyTexts.ends} <Instant at={expiresAt} />
      </span>
      {lastUsedAt === null ? (
        <span>{keyTexts.neverUsed}</span>
      ) : (
        <span>
          {keyTexts.used} <Instant at={lastUsedAt} /> {lastUsedAddress && keyTexts.usedFrom(lastUsedAddress)}
        </span>
      )}
      {workflows && <span className="wrap-anywhere">{keyTexts.onlyWorkflows(workflows.join(', '))}</span>}
      {networks.length > 0 && <span className="wrap-anywhere">{keyTexts.onlyFrom(networks.join(', '))}</span>}
    </p>
  )
}

function RevokeDialog({ entry, onClose }: { entry: ApiKey; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadKeys()
  const revoke = useMutation(api.keys.revoke.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  return (
    <ConfirmDialog
      title={keyTexts.revokeTitle(entry.name)}
      about={keyTexts.revokeAbout}
      verb={keyTexts.revoke}
      change={revoke}
      onConfirm={() => revoke.mutate({ id: entry.id })}
      onClose={onClose}
    />
  )
}

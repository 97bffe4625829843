'use client'

import { useMutation } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Service } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { ConfirmDialog } from '#components/settings/confirm-dialog.tsx'
import { EntryList, EntryRow } from '#components/settings/entry-list.tsx'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { keyTexts } from '../texts/keys.ts'
import { roleLabel } from '../texts/members.ts'
import { ServiceDialog } from './service-dialog.tsx'
import { useReloadKeys, useServices } from './use-keys.ts'

type OpenDialog =
  | { readonly kind: 'edit'; readonly service: Service | null }
  | { readonly kind: 'remove'; readonly service: Service }

/** The services: members without login, in whose name programs act. */
export function ServicesSection() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const services = useServices()
  return (
    <SettingsSection
      id="services"
      title={keyTexts.services}
      about={keyTexts.servicesAbout}
      aside={
        <Button icon={<Plus />} onClick={() => setDialog({ kind: 'edit', service: null })}>
          {keyTexts.addService}
        </Button>
      }
    >
      {services.data ? (
        <ServiceList services={services.data} onAsk={setDialog} />
      ) : services.error ? (
        <FailureState error={services.error} onRetry={() => services.refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
      {dialog?.kind === 'edit' && <ServiceDialog service={dialog.service} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'remove' && <RemoveDialog service={dialog.service} onClose={() => setDialog(null)} />}
    </SettingsSection>
  )
}

function ServiceList({ services, onAsk }: { services: readonly Service[]; onAsk: (dialog: OpenDialog) => void }) {
  return (
    <EntryList title={keyTexts.services} count={services.length} nothing={keyTexts.noServices}>
      {services.map((service) => {
        const name = isolateText(service.name)
        return (
          <EntryRow
            key={service.id}
            id={service.id}
            name={name}
            about={
              <>
                {service.roles.map((role) => (
                  <Chip key={role}>{roleLabel(role)}</Chip>
                ))}
                <span className="text-small text-muted">
                  {service.keys === 1 ? keyTexts.oneKey : keyTexts.keys(service.keys)}
                </span>
              </>
            }
          >
            <IconButton size="small" label={keyTexts.edit(name)} onClick={() => onAsk({ kind: 'edit', service })}>
              <Pencil />
            </IconButton>
            <IconButton size="small" label={keyTexts.remove(name)} onClick={() => onAsk({ kind: 'remove', service })}>
              <Trash2 />
            </IconButton>
          </EntryRow>
        )
      })}
    </EntryList>
  )
}

function RemoveDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadKeys()
  const remove = useMutation(api.services.remove.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  return (
    <ConfirmDialog
      title={keyTexts.removeTitle(service.name)}
      about={keyTexts.removeAbout}
      verb={keyTexts.removeLabel}
      change={remove}
      onConfirm={() => remove.mutate({ id: service.id })}
      onClose={onClose}
    />
  )
}

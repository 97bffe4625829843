'use client'

import { useMutation } from '@tanstack/react-query'
import { Bot, Pencil, Trash2 } from 'lucide-react'
import type { Service } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { ConfirmDialog } from '#components/settings/confirm-dialog.tsx'
import { EntryList, EntryRow } from '#components/settings/entry-list.tsx'
import { ListSection } from '#components/settings/list-section.tsx'
import { RowActions } from '#components/settings/rows.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
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
  const services = useServices()
  return (
    <ListSection<Service, OpenDialog>
      id="services"
      title={keyTexts.services}
      about={keyTexts.servicesAbout}
      add={{ label: keyTexts.addService, task: { kind: 'edit', service: null } }}
      isFurther
      textsOf={({ id, name, roles }) => [id, name, ...roles.map(roleLabel)]}
      query={services}
      icon={<Bot />}
      nothing={keyTexts.noServices}
      nothingAbout={keyTexts.noServicesAbout}
      dialog={(asked, ask) =>
        asked.kind === 'edit' ? (
          <ServiceDialog service={asked.service} onClose={() => ask(null)} />
        ) : (
          <RemoveDialog service={asked.service} onClose={() => ask(null)} />
        )
      }
    >
      {(items, ask) => <ServiceList services={items} onAsk={ask} />}
    </ListSection>
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
            <RowActions
              actions={[
                { label: keyTexts.edit(name), icon: <Pencil />, perform: () => onAsk({ kind: 'edit', service }) },
                { label: keyTexts.remove(name), icon: <Trash2 />, perform: () => onAsk({ kind: 'remove', service }) },
              ]}
            />
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

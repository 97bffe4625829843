'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2, Waypoints } from 'lucide-react'
import { useState } from 'react'
import type { Mapping, MemberRole } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useDirectory } from '#components/people/use-people.ts'
import { EntryList, EntryRow } from '#components/settings/entry-list.tsx'
import { ListSection } from '#components/settings/list-section.tsx'
import { RowActions } from '#components/settings/rows.tsx'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import { memberTexts, roleLabel } from '../texts/members.ts'
import { memberRoles } from './role-choice.tsx'
import { failureText, useReloadMembers } from './use-members.ts'

/** What the groups that a login sends give: groups of the directory, and roles. */
export function MappingsSection() {
  const api = useApi()
  const reload = useReloadMembers()
  const mappings = useQuery(api.mappings.list.queryOptions())
  const providers = useQuery(api.mappings.providers.queryOptions()).data ?? []
  const nameOf = (issuer: string) => providers.find((provider) => provider.issuer === issuer)?.name ?? issuer
  const remove = useMutation(api.mappings.remove.mutationOptions({ onSettled: reload }))
  return (
    <ListSection<Mapping, 'add'>
      id="mappings"
      title={memberTexts.mappings}
      about={memberTexts.mappingsAbout}
      add={{ label: memberTexts.addMapping, task: 'add' }}
      isFurther
      textsOf={({ claim, target }) => [claim, target]}
      query={mappings}
      icon={<Waypoints />}
      nothing={memberTexts.noMappings}
      nothingAbout={memberTexts.noMappingsAbout}
      dialog={(_, ask) => <MappingDialog onClose={() => ask(null)} />}
    >
      {(items) => (
        <EntryList title={memberTexts.mappingList} count={items.length} nothing="">
          {items.map((mapping) => (
            <EntryRow
              key={JSON.stringify(mapping)}
              name={isolateText(mapping.claim)}
              id={
                mapping.provider === ANY
                  ? memberTexts.anyProvider
                  : memberTexts.ofProvider(isolateText(nameOf(mapping.provider)))
              }
              about={<Chip>{mapping.kind === 'role' ? roleLabel(mapping.target) : isolateText(mapping.target)}</Chip>}
            >
              <RowActions
                actions={[
                  {
                    label: memberTexts.removeMapping(isolateText(mapping.claim)),
                    icon: <Trash2 />,
                    perform: () => remove.mutate(mapping),
                  },
                ]}
              />
            </EntryRow>
          ))}
        </EntryList>
      )}
    </ListSection>
  )
}

/** Stands for every provider in a mapping. */
const ANY = '*'

/** A target as one value of the choice: `role admin`, `group credit`. */
function MappingDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const reload = useReloadMembers()
  const [claim, setClaim] = useState('')
  const [target, setTarget] = useState<string>()
  const providers = useQuery(api.mappings.providers.queryOptions()).data ?? []
  const [chosen, setProvider] = useState<string>()
  const provider = chosen ?? (providers.length === 1 ? providers[0]?.issuer : undefined) ?? ANY
  const groups = useDirectory().data?.groups ?? []
  const save = useMutation(api.mappings.save.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  const submit = () => {
    const [kind, id = ''] = target?.split(' ') ?? []
    if (kind === 'group') save.mutate({ provider, claim, kind, target: id })
    if (kind === 'role') save.mutate({ provider, claim, kind, target: id as MemberRole })
  }
  return (
    <FormDialog
      title={memberTexts.addMapping}
      verb={memberTexts.save}
      canSubmit={!save.isPending && claim.trim() !== '' && target !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={memberTexts.provider}>
        {(control) => (
          <Select
            {...control}
            value={provider}
            onValueChange={setProvider}
            options={[
              ...providers.map(({ issuer, name }) => ({
                value: issuer,
                label: isolateText(name),
                description: isolateText(issuer),
              })),
              { value: ANY, label: memberTexts.anyProvider, description: memberTexts.anyProviderAbout },
            ]}
          />
        )}
      </Field>
      <Field label={memberTexts.claim} error={failureText(save.error)}>
        {(control) => (
          <Input
            {...control}
            value={claim}
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.members.claimCharacters}
            onChange={(event) => setClaim(event.target.value)}
          />
        )}
      </Field>
      <Field label={memberTexts.gives}>
        {(control) => (
          <Select
            {...control}
            value={target}
            onValueChange={setTarget}
            options={[
              ...groups.map(({ id, name }) => ({
                value: `group ${id}`,
                label: isolateText(name),
                description: memberTexts.group,
              })),
              ...memberRoles.map((role) => ({
                value: `role ${role}`,
                label: roleLabel(role),
                description: memberTexts.role,
              })),
            ]}
          />
        )}
      </Field>
    </FormDialog>
  )
}

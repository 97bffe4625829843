'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Trash2 } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { SavedView } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { listTexts } from '../../texts/list.ts'
import { isNarrowed } from '../filters/run-query.ts'
import { unreadable } from '../filters/unreadable.ts'
import { readAddress } from '../filters/use-run-filter.ts'
import { addressOf, sorted } from './view-address.ts'

const list = 'runs' as const

/** The form that saves the present filter under a name, or removes one's own saved filter. */
export function CurrentView() {
  const api = useApi()
  const address = useSearchParams().toString()
  const views = useQuery(api.views.list.queryOptions({ list })).data ?? []
  const current = views.find((view) => addressOf(view) === sorted(address))
  if (current) return current.mine && <RemoveView view={current} />
  const filter = readAddress(address)
  return isNarrowed(filter) && unreadable(filter).length === 0 && <SaveView key={address} address={address} />
}

function SaveView({ address }: { address: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useMutation(
    api.views.save.mutationOptions({
      onSuccess: () => setOpen(false),
      onSettled: () => queryClient.invalidateQueries(api.views.list.pathFilter()),
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ list, name, shared, query: Object.fromEntries(new URLSearchParams(address)) })
  }
  return (
    <Popover
      label={listTexts.saveThisFilter}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" look="ghost" icon={<Bookmark />}>
          {listTexts.saveView}
        </Button>
      }
    >
      <form onSubmit={submit} className="grid w-64 gap-2.5 p-1">
        <Field label={listTexts.name} error={save.error ? apiFailure(save.error).message : undefined}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex items-center gap-2">
          <Checkbox id="share-view" checked={shared} onCheckedChange={(now) => setShared(now === true)} />
          <label htmlFor="share-view">{listTexts.shareWithEveryone}</label>
        </div>
        <Button type="submit" look="primary" className="justify-self-end" disabled={save.isPending}>
          {listTexts.save}
        </Button>
      </form>
    </Popover>
  )
}

function RemoveView({ view }: { view: SavedView }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(api.views.list.pathFilter())
  const keep = useMutation(api.views.save.mutationOptions({ onSettled: refresh }))
  const remove = useMutation(
    api.views.remove.mutationOptions({
      onSuccess: () =>
        showToast({
          tone: 'idle',
          title: listTexts.removedView(view.name),
          action: {
            label: listTexts.undo,
            perform: () => keep.mutate({ list, name: view.name, query: view.query, shared: view.shared }),
          },
        }),
      onSettled: refresh,
    }),
  )
  return (
    <IconButton
      label={listTexts.removeView(isolateText(view.name))}
      size="small"
      onClick={() => remove.mutate({ id: view.id })}
    >
      <Trash2 />
    </IconButton>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useShellStore } from '#components/shell/frame/shell-store.ts'
import { type PaletteEntry, useOfferEntries } from '#components/shell/palette/palette-entries.ts'
import { helpTexts } from './texts/help.ts'

/** Offers the pages of the help and their headings to the command palette; they are loaded once it is open. */
export function HelpPalette() {
  const api = useApi()
  const router = useRouter()
  const isOpen = useShellStore(({ open }) => open === 'palette')
  const { data } = useQuery(
    api.help.entries.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY, enabled: isOpen }),
  )
  const entries = useMemo<readonly PaletteEntry[]>(() => {
    const entryOf = (path: string, label: string, hint?: string, keywords?: string): PaletteEntry => ({
      id: `help ${path}`,
      label,
      group: helpTexts.help,
      icon: BookOpen,
      ...(hint !== undefined && { hint }),
      ...(keywords !== undefined && { keywords: [keywords] }),
      perform: () => router.push(path),
    })
    return (data ?? []).flatMap(({ path, title, summary, headings }) => [
      entryOf(path, title, undefined, summary),
      ...headings.map(({ id, title: heading }) => entryOf(`${path}#${id}`, heading, title)),
    ])
  }, [data, router])
  useOfferEntries(entries)
  return null
}

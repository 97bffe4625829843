'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useMe } from '#components/people/use-people.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { tabsOf } from './settings-tabs.ts'
import { settingsTexts } from './texts/settings.ts'

/** Links to the parts of the settings that the caller may open; nothing where there is only one. */
export function SettingsNav() {
  const pathname = usePathname()
  const me = useMe()
  const tabs = me ? tabsOf(me) : []
  const nav = useRef<HTMLElement>(null)
  // Narrow windows show a part of the row: the current link is in it.
  useEffect(() => {
    const row = nav.current
    if (row === null || me === undefined || pathname === null) return
    const show = () => row.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    const observer = new ResizeObserver(show)
    observer.observe(row)
    return () => observer.disconnect()
  }, [me, pathname])
  // The place of the row is kept until it is known which links it has.
  if (!me) return <div aria-hidden="true" className="h-9 shrink-0 border-b bg-surface" />
  if (tabs.length < 2) return null
  return (
    <nav
      ref={nav}
      aria-label={settingsTexts.partsOfSettings}
      className="flex h-9 shrink-0 items-stretch gap-0.5 overflow-x-auto border-b bg-surface px-7 max-md:px-2.5"
    >
      {tabs.map(({ href, label }) => (
        <PageLink
          key={href}
          href={href}
          {...(pathname === href ? { 'aria-current': 'page' as const } : {})}
          className="relative flex items-center rounded-s px-1.5 font-medium whitespace-nowrap text-muted after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-ink aria-[current]:after:bg-accent"
        >
          {label}
        </PageLink>
      ))}
    </nav>
  )
}

'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useMe } from '#components/people/use-people.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { type SettingsTab, settingsGroups, tabsOf } from './settings-tabs.ts'
import { settingsTexts } from './texts/settings.ts'

/** A column beside the sections; in narrow windows a row above them that scrolls to the side. */
const place =
  'flex shrink-0 bg-surface max-md:h-9 max-md:items-stretch max-md:gap-0.5 max-md:overflow-x-auto max-md:border-b max-md:px-2.5 md:w-48 md:flex-col md:gap-4 md:overflow-y-auto md:border-r md:px-2.5 md:py-4'

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
  // The place of the links is kept until it is known which there are.
  if (!me) return <div aria-hidden="true" className={place} />
  if (tabs.length < 2) return null
  return (
    <nav ref={nav} aria-label={settingsTexts.partsOfSettings} className={place}>
      {settingsGroups.map((group) => {
        const links = tabs.filter((tab) => tab.group === group)
        if (links.length === 0) return null
        return (
          <div key={group} className="grid gap-px max-md:contents">
            <p className="px-2 pb-1 text-label text-faint max-md:hidden">{settingsTexts.groupsOfParts[group]}</p>
            {links.map((tab) => (
              <SettingsLink key={tab.href} tab={tab} isHere={pathname === tab.href} />
            ))}
          </div>
        )
      })}
    </nav>
  )
}

function SettingsLink({ tab: { href, label }, isHere }: { tab: SettingsTab; isHere: boolean }) {
  return (
    <PageLink
      href={href}
      {...(isHere ? { 'aria-current': 'page' as const } : {})}
      className="relative flex items-center rounded-s font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-ink max-md:px-1.5 max-md:after:absolute max-md:after:inset-x-1.5 max-md:after:bottom-0 max-md:after:h-0.5 max-md:aria-[current]:after:bg-accent md:h-7.5 md:px-2 md:hover:bg-hover md:aria-[current]:bg-hover"
    >
      {label}
    </PageLink>
  )
}

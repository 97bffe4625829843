'use client'

import { Menu as MenuIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useShellStore } from './shell-store.ts'

export interface Crumb {
  label: ReactNode
  href?: string
  mono?: boolean
}

export interface TopBarProps {
  /** The last crumb is this page: its heading. */
  crumbs: readonly Crumb[]
  /** Content right after the crumbs: version, save state, counts. */
  children?: ReactNode
  /** Content at the right end. */
  actions?: ReactNode
}

/** The bar on top of every page: the crumbs, and the actions of the page. */
export function TopBar({ crumbs, children, actions }: TopBarProps) {
  const show = useShellStore((state) => state.show)
  return (
    <header className="flex min-h-11.5 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-b bg-surface px-3.5 py-1.5 max-[359px]:px-2">
      <IconButton label={shellTexts.openNavigation} className="-ml-1 md:hidden" onClick={() => show('navigation')}>
        <MenuIcon />
      </IconButton>
      <Crumbs crumbs={crumbs} />
      {children}
      {actions && (
        <div className="ml-auto flex flex-wrap items-center gap-1.5 max-sm:gap-1 max-[359px]:gap-0.5">{actions}</div>
      )}
    </header>
  )
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const above = crumbs.slice(0, -1)
  const here = crumbs.at(-1)
  // A phone shows the heading alone. Beside a heading that is an id, the name of the parent page stays visible.
  const onPhone = (at: number) => here?.mono === true && at === above.length - 1
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      {above.length > 0 && (
        <nav
          aria-label={shellTexts.breadcrumb}
          className={classNames(
            'flex min-w-0 items-center gap-1.5 text-muted',
            !onPhone(above.length - 1) && 'max-sm:hidden',
          )}
        >
          {above.map((crumb, at) => (
            <Fragment key={String(crumb.href)}>
              <PageLink
                likely
                href={crumb.href ?? '/'}
                {...inFull(crumb)}
                className={classNames(
                  'max-w-[28vw] truncate rounded-s hover:text-ink max-sm:max-w-[36vw]',
                  !onPhone(at) && 'max-sm:hidden',
                )}
              >
                {crumb.label}
              </PageLink>
              <span aria-hidden="true" className={classNames('text-faint', !onPhone(at) && 'max-sm:hidden')}>
                /
              </span>
            </Fragment>
          ))}
        </nav>
      )}
      <h1
        {...inFull(here)}
        className={classNames(
          'truncate sm:max-w-[28vw]',
          here?.mono ? 'font-mono text-code font-semibold' : above.length === 0 ? 'text-heading' : 'text-title',
        )}
      >
        {here?.label}
      </h1>
    </div>
  )
}

/** The title with the full name: a long name is truncated, so that the actions keep their place beside it. */
const inFull = (crumb: Crumb | undefined) => (typeof crumb?.label === 'string' ? { title: crumb.label } : {})

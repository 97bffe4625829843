// Chromium for the journeys: Playwright's own or the system's; as root on Debian it is installed.
import { spawnSync } from 'node:child_process'
import { nodeBinary, onPath, root, say } from '#server/processes/prepare.mjs'

export function ensureBrowser() {
  const isFound = spawnSync(
    nodeBinary(),
    ['-e', "import('./e2e/support/find-browser.ts').then((m) => m.findBrowser())"],
    {
      cwd: root,
    },
  )
  if (isFound.status === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say('Installing Chromium for the browser tests …')
    aptGet('update')
    // Older systems have only the package with the desktop's windows.
    if (aptGet('install', 'chromium-headless-shell') || aptGet('install', 'chromium')) return
  }
  say('The browser tests need Chromium: run "npx playwright install chromium", or install the package "chromium".')
}

function aptGet(action, ...names) {
  const parameters = names.length > 0 ? [action, '-y', '--no-install-recommends', ...names] : [action]
  return spawnSync('apt-get', parameters, { stdio: 'ignore' }).status === 0
}

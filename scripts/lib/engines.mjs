import { spawnSync } from 'node:child_process';

/** Browsers that tests/engines tries by their own drivers, and Debian's packages for each. */
const engines = {
  firefox: { ask: ['firefox-esr', '--version'], packages: 'firefox-esr' },
  webkit: {
    ask: [
      '/usr/bin/python3',
      '-c',
      `import gi, shutil
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2
assert shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
version = [WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()]
print("WebKitGTK", ".".join(map(str, version)))`,
    ],
    packages: 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
  },
  chromium: { ask: ['chromedriver', '--version'], packages: 'chromium-driver' },
};

/** Says of each of these engines which version is installed, or that nothing is tried in it. */
export function findEngines(names = Object.keys(engines)) {
  const found = names.filter((name) => {
    const { ask, packages } = engines[name];
    const [program, ...args] = ask;
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 });
    process.stdout.write(
      status === 0
        ? `${name}: ${stdout.trim()}\n`
        : `${name}: NOT INSTALLED, so nothing is tried in it: apt-get install ${packages}\n`,
    );
    return status === 0;
  });
  return { found, isComplete: found.length === names.length };
}

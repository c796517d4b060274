import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { Ask } from './protocol.ts';

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
  'utf8',
);
/** Defined in each page before it is first asked. */
const define = `const exports = {}, module = { exports };
${library}
const asName = (given) =>
  given && typeof given === 'object' ? new RegExp(given.source, given.flags) : (given ?? undefined);
const queries = { role: 'queryAllByRole', label: 'queryAllByLabelText', text: 'queryAllByText' };
window.findForTest = (by, what, name, within) => {
  // Asked of those found alone: the library asks of every element, which takes seconds.
  const isShown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true], [inert]');
  const options = by === 'role' ? { name: asName(name), hidden: true } : {};
  const found = exports[queries[by]](within ?? document.body, asName(what), options);
  return found.find(isShown) ?? null;
};`;
const isDisabled = "return arguments[0].matches(':disabled, [aria-disabled=true]')";
const find = "return window.findForTest ? window.findForTest(...arguments) : 'undefined'";

/** As a person knows it: by its role and name, its label, or what it says. */
type How = readonly [by: 'role' | 'label' | 'text', what: string | RegExp, name?: string | RegExp];
/** An element as WebDriver passes it; its only value is its id. */
export type Element = Readonly<Record<string, string>>;

const elementSchema = z.record(z.string(), z.string());
const mostMs = 30_000;

/** What somebody does in a browser, and sees. Each step waits until it can be done. */
export class Person {
  readonly ask: Ask;
  constructor(ask: Ask) {
    this.ask = ask;
  }

  open = (url: string): Promise<unknown> => this.ask('open', { url });
  run = (script: string, ...args: unknown[]): Promise<unknown> => this.ask('run', { script, args });

  /** Answers what the script hands to its last argument. */
  askLater = (script: string): Promise<unknown> => this.ask('runAsync', { script, args: [] });
  body = async (): Promise<Element> =>
    elementSchema.parse(await this.run('return document.activeElement ?? document.body'));

  /** Null unless it can be found at once. */
  async #look(how: How, within?: Element): Promise<Element | null> {
    const args = [...how.map(sent), ...(how.length === 2 ? [null] : []), within ?? null];
    let found = await this.run(find, ...args);
    if (found === 'undefined') {
      await this.run(define);
      found = await this.run(find, ...args);
    }
    return elementSchema.nullable().parse(found);
  }

  /** Tries until it is done; a page may change between finding something and pressing it. */
  async #until<T>(what: string, attempt: () => Promise<T | null>): Promise<T> {
    const end = Date.now() + mostMs;
    let trouble: unknown;
    while (Date.now() < end) {
      try {
        const done = await attempt();
        if (done !== null) return done;
      } catch (error) {
        trouble = error;
      }
      await sleep(100);
    }
    throw new Error(`In vain: ${what}.`, { cause: trouble });
  }

  find = (how: How, within?: Element): Promise<Element> =>
    this.#until(`There is ${how.join(' ')}`, () => this.#look(how, within));

  role = (role: string, name?: string | RegExp, within?: Element): Promise<Element> =>
    this.find(name === undefined ? ['role', role] : ['role', role, name], within);

  async sees(text: string | RegExp, within?: Element): Promise<void> {
    await this.find(['text', text], within);
  }

  async gone(how: How): Promise<void> {
    await expect.poll(() => this.#look(how), { timeout: mostMs }).toBeNull();
  }

  async #press(how: How, within?: Element): Promise<true> {
    return this.#until(`${how.join(' ')} is pressed`, async () => {
      const found = await this.#look(how, within);
      if (!found || (await this.run(isDisabled, found)) === true) return null;
      await this.ask('click', { id: idOf(found) });
      return true;
    });
  }

  press = (name: string | RegExp, within?: Element): Promise<true> =>
    this.#press(['role', 'button', name], within);
  pressRole = (role: string, name: string | RegExp, within?: Element): Promise<true> =>
    this.#press(['role', role, name], within);

  /** Types into a field that has this label. */
  async fill(label: string | RegExp, text: string, within?: Element): Promise<void> {
    await this.type(['label', label], text, within);
  }

  async type(how: How, text: string, within?: Element): Promise<void> {
    await this.#until(`${how.join(' ')} takes ${text}`, async () => {
      const found = await this.#look(how, within);
      if (!found) return null;
      await this.ask('clear', { id: idOf(found) });
      await this.keys(found, text);
      return true;
    });
  }

  /** Puts a file into the first input for pictures that this part has. */
  async choose(file: string, within: Element): Promise<void> {
    const script = `return arguments[0].querySelector('input[type=file][accept^="image"]')`;
    await this.keys(elementSchema.parse(await this.run(script, within)), file);
  }

  keys = (element: Element, text: string): Promise<unknown> =>
    this.ask('type', { id: idOf(element), text });

  /** All that stands in it now. */
  text = async (element?: Element): Promise<string> =>
    z
      .string()
      .parse(await this.run('return (arguments[0] ?? document.body).innerText', element ?? null));

  path = async (): Promise<string> => z.string().parse(await this.run('return location.pathname'));

  async reaches(path: string): Promise<void> {
    await expect.poll(() => this.path(), { timeout: mostMs }).toBe(path);
  }

  /** Does what opens a window, then something in that window, and closes it. */
  async inNewWindow(open: () => Promise<unknown>, act: () => Promise<void>): Promise<void> {
    const handles = async () => z.array(z.string()).parse(await this.ask('windows'));
    const before = await handles();
    await open();
    const [opened] = await this.#until('A window opens', async () => {
      const added = (await handles()).filter((handle) => !before.includes(handle));
      return added.length > 0 ? added : null;
    });
    await this.ask('enter', { handle: opened });
    await act();
    await this.ask('close');
    await this.ask('enter', { handle: before[0] });
  }
}

const idOf = (element: Element): string => Object.values(element)[0] ?? '';
const sent = (name: string | RegExp | undefined) =>
  name instanceof RegExp ? { source: name.source, flags: name.flags } : name;

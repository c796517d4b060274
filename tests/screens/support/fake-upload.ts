type Respond = (address: string, request: RequestInit) => Promise<Response>;

/** As much of XMLHttpRequest as an upload uses, answered as `fetch` is. */
export function uploadBy(respond: Respond): unknown {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    #answered = new Headers();
    #method = '';
    #address = '';
    #over = false;
    status = 0;
    responseText = '';

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    getResponseHeader(name: string): string | null {
      return this.#answered.get(name);
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    send(body: FormData): void {
      const request = { method: this.#method, headers: this.#headers, body };
      respond(this.#address, request)
        .then(async (response) => {
          this.status = response.status;
          this.#answered = response.headers;
          this.responseText = await response.text();
          this.#end('load');
        })
        .catch(() => this.#end('error'));
    }

    abort(): void {
      this.#end('abort');
    }

    #end(type: string): void {
      if (this.#over) return;
      this.#over = true;
      this.dispatchEvent(new Event(type));
    }
  };
}

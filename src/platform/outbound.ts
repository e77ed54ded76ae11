// The dispatcher of all outgoing HTTP calls: a response that is late, too long, compressed or a redirect is an error.
import { Agent, type buildConnector, type Dispatcher } from "undici";

/** From the start of a call to the last byte of its response. */
const MAX_CALL_MS = 5000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Creates the dispatcher, for `setGlobalDispatcher`. Tests pass a connector to redirect hosts. */
export function createOutbound(connect?: buildConnector.connector): Dispatcher {
  const agent = new Agent({ connect: connect ?? { timeout: MAX_CALL_MS }, maxResponseSize: MAX_RESPONSE_BYTES });
  return agent.compose((dispatch) => (options, handler) => {
    // A small compressed body may be large after decompression.
    const headers = { ...options.headers, "accept-encoding": "identity" };
    return dispatch({ ...options, headers }, limitResponse(handler));
  });
}

/** Passes on responses within the limits and aborts others. */
function limitResponse(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  const deadline = performance.now() + MAX_CALL_MS;
  let timer: NodeJS.Timeout | undefined;
  return {
    onRequestStart(controller, context) {
      const end = () => controller.abort(new Error("The call took too long."));
      timer = setTimeout(end, deadline - performance.now());
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart(controller, status, headers, text) {
      if (status >= 300 && status < 400) return controller.abort(new Error("The response is a redirect."));
      if (headers["content-encoding"]) return controller.abort(new Error("The response is compressed."));
      handler.onResponseStart?.(controller, status, headers, text);
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd(controller, trailers) {
      clearTimeout(timer);
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      clearTimeout(timer);
      handler.onResponseError?.(controller, error);
    },
  };
}

# A WebKitGTK browser for WebDriver that keeps its data in the folder given, which MiniBrowser doesn't.
# Debian's packages: python3-gi gir1.2-webkit2-4.1
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

folder = sys.argv[1]
context = WebKit2.WebContext(
    website_data_manager=WebKit2.WebsiteDataManager(
        base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
    )
)


def show(view):
    window = Gtk.Window(default_width=1440, default_height=900)
    window.add(view)
    # A test opens windows without a click.
    view.get_settings().set_javascript_can_open_windows_automatically(True)
    view.connect("create", lambda opener, action: show(new_view(related_view=opener)))
    view.connect("close", lambda closed: window.destroy())
    window.show_all()
    return view


def new_view(**how):
    return WebKit2.WebView(is_controlled_by_automation=True, **how)


def started(context, session):
    information = WebKit2.ApplicationInfo()
    information.set_name("hanya")
    session.set_application_info(information)
    session.connect("create-web-view", lambda session: show(new_view(web_context=context)))


context.set_automation_allowed(True)
context.connect("automation-started", started)
Gtk.main()

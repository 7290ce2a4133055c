// One process, one browser, one test after another: software rendering leaves no room for two.
import "./host";
import "./formats.test";
import "./world.test";
import "./archives.test";
import "./errors.test";
import "./together.test";
import "./handling.test";
import "./panels.test";
import "./camera.test";
import "./pictures.test";
import "./sound.test";
import "./tree.test";
import "./variants.test";
import "./keyboard.test";
import "./screens.test";
import "./session.test";
import "./page.test";
